import { type HandoffScreenState, reloadPage } from '@hawser/core'
import { useEffect, useState } from 'react'
import { fill } from '../../messages/fill.ts'
import type { HandoffTexts } from '../../messages/handoff/en.ts'
import { loadHandoffMessages } from '../../messages/loadHandoffMessages.ts'
import { loadPurposeMessages } from '../../messages/loadPurposeMessages.ts'
import type { Messages } from '../../messages/modal/en.ts'
import { shortAccount } from '../../messages/shortAccount.ts'
import { firstParts } from '../firstParts.ts'
import { Button } from '../frame/Button.tsx'
import { Ring } from '../frame/Ring.tsx'
import type { ViewProps } from '../frame/viewProps.ts'
import { DigitsForm } from './DigitsForm.tsx'
import { handoffProblem } from './handoffProblem.ts'

const { formatTime, Icon, QrCode, ViewFrame } = firstParts

export type HandoffProps = ViewProps & {
  readonly texts: HandoffTexts
  /** What is told of a failure, by its code. */
  readonly problems: Readonly<Record<string, string>>
}

/** A wallet of a phone is linked from this screen: the code for its camera, what goes on there, and its digits. */
export function Handoff(props: ViewProps) {
  const { state, messages } = props
  const loaded = useHandoffTexts(messages)
  const { handoff } = state
  return (
    <ViewFrame {...props} heading={messages.usePhone}>
      <div className="hawser-body" aria-busy={loaded === undefined}>
        {loaded !== undefined && handoff !== undefined && <Step {...props} {...loaded} handoff={handoff} />}
      </div>
    </ViewFrame>
  )
}

/** For a minute the visitor takes back what they have just linked. */
export function HandoffUndo({ state, send, messages }: ViewProps) {
  const loaded = useHandoffTexts(messages)
  if (loaded === undefined || state.handoff?.step !== 'linked' || !state.handoff.canUndo) return null
  return (
    <Button isWide onPress={() => send({ type: 'handoff', action: 'undo' })}>
      {loaded.texts.undo}
    </Button>
  )
}

function Step({ handoff, ...props }: HandoffProps & { readonly handoff: HandoffScreenState }) {
  const { send, messages, texts, problems } = props
  const start = () => send({ type: 'handoff', action: 'start' })
  switch (handoff.step) {
    case 'code':
      return (
        <>
          <p className="hawser-title" role="status">
            {texts.scan}
          </p>
          <div className="hawser-plate">
            <QrCode value={handoff.address} label={texts.qrLabel} ecc="low" />
          </div>
          <TimeLeft seconds={handoff.secondsLeft} text={messages.codeTimeLeft} messages={messages} />
          <ol className="hawser-steps">
            {[texts.stepOpen, texts.stepSign, texts.stepDigits].map((text, index) => (
              <li key={text} className="hawser-step">
                <span className="hawser-step-mark hawser-step-number">{formatNumber(index + 1, messages)}</span>
                {text}
              </li>
            ))}
          </ol>
        </>
      )
    case 'onPhone':
    case 'noWallet': {
      const isMissing = handoff.step === 'noWallet'
      return (
        <>
          <div className="hawser-outcome">
            {isMissing ? (
              <span className="hawser-badge">
                <Icon name="phone" />
              </span>
            ) : (
              <Ring side={48} />
            )}
            <p className="hawser-title" role="status">
              {isMissing ? texts.noWallet : texts.onPhone}
            </p>
            <p className="hawser-detail">{isMissing ? texts.noWalletDetail : texts.onPhoneDetail}</p>
            <TimeLeft seconds={handoff.secondsLeft} text={texts.timeLeft} messages={messages} />
          </div>
          <Button isWide icon="qrCode" onPress={start}>
            {texts.newCode}
          </Button>
        </>
      )
    }
    case 'digits': {
      const { accountId, walletName, problem, attemptsLeft } = handoff
      const name = walletName ?? (accountId === undefined ? '' : shortAccount(accountId))
      const told =
        problem === 'digits_wrong'
          ? fill(texts.digitsWrong, { count: formatNumber(attemptsLeft, messages) })
          : problem && handoffProblem(problem, { messages, texts, problems })
      return (
        <>
          <p className="hawser-detail" role="status">
            {fill(texts.digitsDetail, { name })}
          </p>
          <DigitsForm
            texts={texts}
            action={messages.linkWallet}
            problem={told}
            isChecking={handoff.isChecking}
            onFinish={(digits) => send({ type: 'handoff', action: 'finish', digits })}
          />
          <TimeLeft seconds={handoff.secondsLeft} text={texts.timeLeft} messages={messages} />
        </>
      )
    }
    case 'failed': {
      // Another code would be refused as this one was.
      const isSignedOut = handoff.code === 'not_signed_in'
      return (
        <>
          <div className="hawser-outcome" role="alert">
            <span className="hawser-badge" data-kind="error">
              <Icon name="exclamation" />
            </span>
            <p className="hawser-title">{messages.linkFailed}</p>
            <p className="hawser-detail">{handoffProblem(handoff.code, { messages, texts, problems })}</p>
          </div>
          <Button kind="primary" isWide icon="retry" onPress={isSignedOut ? reloadPage : start}>
            {isSignedOut ? messages.reload : messages.retry}
          </Button>
        </>
      )
    }
    case 'undone':
      return (
        <>
          <div className="hawser-outcome">
            <p className="hawser-detail" role="status">
              {texts.undone}
            </p>
          </div>
          <Button kind="primary" isWide onPress={() => send({ type: 'closed' })}>
            {messages.done}
          </Button>
        </>
      )
    default:
      return (
        <>
          <p className="hawser-title">{texts.scan}</p>
          <div className="hawser-plate" data-empty aria-busy="true">
            <Ring side={48} />
            <span className="hawser-hidden">{messages.preparing}</span>
          </div>
        </>
      )
  }
}

function formatNumber(value: number, { language }: Messages): string {
  return new Intl.NumberFormat(language).format(value)
}

/** For the eye only: a screen reader would say it each second. */
function TimeLeft({ seconds, text, messages }: { seconds: number; text: string; messages: Messages }) {
  return (
    <p className="hawser-time hawser-time-left" role="timer">
      {fill(text, { time: formatTime(seconds, messages.language) })}
    </p>
  )
}

function useHandoffTexts({ language, handoff, purposes }: Messages) {
  const [loaded, setLoaded] = useState<Pick<HandoffProps, 'texts' | 'problems'>>()
  useEffect(() => {
    let isWanted = true
    Promise.all([loadHandoffMessages(language, handoff), loadPurposeMessages(language, purposes)]).then(
      ([texts, { link }]) => isWanted && setLoaded({ texts, problems: link.problems ?? {} }),
    )
    return () => {
      isWanted = false
    }
  }, [language, handoff, purposes])
  return loaded
}
