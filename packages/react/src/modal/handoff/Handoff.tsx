import { type HandoffCode, type HandoffScreenState, reloadPage, storeLinkFor } from '@hawser/core'
import { useMemo } from 'react'
import { enLater } from '../../messages/english/enLater.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/modal/en.ts'
import { shortAccount } from '../../messages/shortAccount.ts'
import { firstParts } from '../firstParts.ts'
import { Button } from '../frame/Button.tsx'
import { Spinner } from '../frame/Spinner.tsx'
import type { FirstViewProps, ViewProps } from '../frame/viewProps.ts'
import { DigitsForm } from './DigitsForm.tsx'
import { handoffProblem } from './handoffProblem.ts'
import { type HandoffWords, useHandoffTexts } from './useHandoffTexts.ts'

const { formatTime, Icon, QrCode, ViewFrame } = firstParts

type HandoffProps = ViewProps & HandoffWords

/** Links a phone's wallet from this screen: the code for the phone's camera, the progress, and the phone's digits. */
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

/** Lets the visitor undo the link for one minute. */
export function HandoffUndo({ state, linker, messages }: ViewProps) {
  const loaded = useHandoffTexts(messages)
  if (loaded === undefined || state.handoff?.step !== 'linked' || !state.handoff.canUndo) return null
  return (
    <Button isWide onPress={() => linker.undoHandoff()}>
      {loaded.texts.undo}
    </Button>
  )
}

type FailureProps = Pick<FirstViewProps, 'linker' | 'messages'> & { readonly code: HandoffCode }

/** Says why a handoff ended and offers the next step, in place of the first code. */
export function HandoffFailure({ code, ...props }: FailureProps) {
  const messages = useMemo(() => ({ ...enLater, ...props.messages }), [props.messages])
  const words = useHandoffTexts(messages)
  if (words === undefined) return null
  return (
    <>
      <p className="hawser-detail">{handoffProblem(code, { messages, ...words })}</p>
      <div className="hawser-buttons">
        <WayOn {...props} code={code} />
      </div>
    </>
  )
}

/** A button for another code, or for a reload if the server would refuse another code as well. */
function WayOn({
  code,
  linker,
  messages,
  isWide,
  isOnPhone = false,
}: FailureProps & { readonly isWide?: boolean; readonly isOnPhone?: boolean }) {
  const isReload = code === 'not_signed_in' || code === 'page_outdated'
  const start = () => {
    if (isOnPhone) linker.goBack()
    linker.startHandoff()
  }
  return (
    <Button kind="primary" isWide={isWide} icon="retry" onPress={isReload ? reloadPage : start}>
      {isReload ? messages.reload : messages.retry}
    </Button>
  )
}

function Step({ handoff, ...props }: HandoffProps & { readonly handoff: HandoffScreenState }) {
  const { state, linker, messages, texts, problems } = props
  // On a phone the next step is the link into the wallet, not a code.
  const isOnPhone = state.platform.device === 'phone'
  const start = () => (isOnPhone ? linker.goBack() : linker.startHandoff())
  switch (handoff.step) {
    case 'code':
      return (
        <>
          <p className="hawser-title" role="status">
            {texts.scan}
          </p>
          <div className="hawser-plate">
            <QrCode value={handoff.address} label={texts.qrLabel} />
          </div>
          <TimeLeft seconds={handoff.secondsLeft} text={messages.codeTimeLeft} messages={messages} />
          <ol className="hawser-steps">
            {[texts.stepOpen, texts.stepSign, texts.stepDigits].map((text, index) => (
              <li key={text} className="hawser-step">
                <span className="hawser-step-mark hawser-step-number">
                  {(index + 1).toLocaleString(messages.language)}
                </span>
                {text}
              </li>
            ))}
          </ol>
          <GetChosen {...props} />
        </>
      )
    case 'onPhone':
    case 'noWallet': {
      const isMissing = handoff.step === 'noWallet'
      const { view } = state
      const name = isOnPhone && view.name === 'Handoff' ? view.listing?.name : undefined
      return (
        <>
          <div className="hawser-outcome">
            {isMissing ? (
              <span className="hawser-badge">
                <Icon name="phone" />
              </span>
            ) : (
              <Spinner side={48} />
            )}
            <p className="hawser-title" role="status">
              {isMissing ? texts.noWallet : name === undefined ? texts.onPhone : fill(messages.continueIn, { name })}
            </p>
            <p className="hawser-detail">{isMissing ? texts.noWalletDetail : texts.onPhoneDetail}</p>
            <TimeLeft seconds={handoff.secondsLeft} text={texts.timeLeft} messages={messages} />
          </div>
          <Button isWide icon={isOnPhone ? 'retry' : 'qrCode'} onPress={start}>
            {isOnPhone ? messages.retry : texts.newCode}
          </Button>
          {isMissing && <GetChosen {...props} />}
        </>
      )
    }
    case 'digits': {
      const { accountId, walletName, problem, attemptsLeft } = handoff
      const name = walletName ?? (accountId === undefined ? '' : shortAccount(accountId))
      const told =
        problem === 'digits_wrong'
          ? fill(texts.digitsWrong, { count: attemptsLeft.toLocaleString(messages.language) })
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
            onFinish={(digits) => linker.finishHandoff(digits)}
          />
          <TimeLeft seconds={handoff.secondsLeft} text={texts.timeLeft} messages={messages} />
        </>
      )
    }
    case 'failed':
      return (
        <>
          <div className="hawser-outcome" role="alert">
            <span className="hawser-badge" data-kind="error">
              <Icon name="exclamation" />
            </span>
            <p className="hawser-title">{messages.linkFailed}</p>
            <p className="hawser-detail">{handoffProblem(handoff.code, { messages, texts, problems })}</p>
          </div>
          <WayOn {...props} code={handoff.code} isOnPhone={isOnPhone} isWide />
        </>
      )
    case 'undone':
      return (
        <>
          <div className="hawser-outcome">
            <p className="hawser-detail" role="status">
              {texts.undone}
            </p>
          </div>
          <Button kind="primary" isWide onPress={() => linker.close()}>
            {messages.done}
          </Button>
        </>
      )
    default:
      return (
        <>
          <p className="hawser-title">{texts.scan}</p>
          <div className="hawser-plate" data-empty aria-busy="true">
            <Spinner side={48} />
            <span className="hawser-hidden">{messages.preparing}</span>
          </div>
        </>
      )
  }
}

/** A link to install the chosen wallet, which the phone may not have yet. */
function GetChosen({ state, messages }: ViewProps) {
  const { view, platform } = state
  const listing = view.name === 'Handoff' ? view.listing : undefined
  const store = listing && storeLinkFor(listing, platform)
  if (listing === undefined || store === undefined) return null
  return (
    <a className="hawser-button" data-kind="plain" data-wide href={store} target="_blank" rel="noopener noreferrer">
      {fill(messages.get, { name: listing.name })}
    </a>
  )
}

/** The remaining time. Only visible: a screen reader would read it each second. */
function TimeLeft({ seconds, text, messages }: { seconds: number; text: string; messages: Messages }) {
  return (
    <p className="hawser-time hawser-time-left" role="timer">
      {fill(text, { time: formatTime(seconds, messages.language) })}
    </p>
  )
}
