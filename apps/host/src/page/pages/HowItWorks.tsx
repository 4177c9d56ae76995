import { canOpenDemoWallet } from '../linker/createPageLinker.ts'
import { usePage } from './pageContext.ts'

/** Explains linking to a visitor who has never done it. */
export function HowItWorks() {
  const { pageData, texts, keepsSessions } = usePage()
  return (
    <section className="steps stack" aria-labelledby="steps-title">
      <h2 id="steps-title">{texts.howTitle}</h2>
      <ol>
        <li>
          <h3>{texts.connect}</h3>
          <p>{texts.connectText}</p>
        </li>
        <li>
          <h3>{texts.sign}</h3>
          <p>{texts.signText}</p>
        </li>
        <li>
          <h3>{texts.linked}</h3>
          <p>{keepsSessions ? texts.linkedStaysText : texts.linkedText}</p>
        </li>
      </ol>
      <p>
        {texts.noWalletAtHand} {canOpenDemoWallet(pageData) ? texts.chooseDemo : texts.copyLink}{' '}
        <a href={pageData.walletUrl} target="_blank" rel="noopener noreferrer">
          {texts.openDemo}
        </a>
        .
      </p>
      <p>{keepsSessions ? <a href="./">{texts.endConnections}</a> : <a href="?keep">{texts.keepConnected}</a>}</p>
    </section>
  )
}
