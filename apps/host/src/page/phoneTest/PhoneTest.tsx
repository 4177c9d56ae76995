import { useId, useState } from 'react'
import { type BrowserWallet, linkInto } from './loadBrowserWallets.ts'
import { formatResult, type PhoneResult, type PhoneResults } from './phoneResults.ts'

const systems = { ios: 'iOS', android: 'Android' } as const

/** A checklist for an operator: shows which links into wallets' own browsers work on a phone, and how to report the results. */
export function PhoneTest(props: {
  readonly wallets: readonly BrowserWallet[]
  /** The page that the wallets open. */
  readonly address: string
  readonly first: PhoneResults
  readonly isPhone: boolean
  readonly now?: () => Date
  readonly onKeep: (results: PhoneResults) => void
}) {
  const { wallets, address, isPhone, now = () => new Date(), onKeep } = props
  const [results, setResults] = useState(props.first)
  const [isCopied, setCopied] = useState(false)
  const { system, systemVersion, byListing } = results
  const tried = wallets.flatMap((wallet) => {
    const href = linkInto(wallet, system, address)
    return href === undefined ? [] : [{ wallet, href, result: byListing[wallet.id] }]
  })
  const lines = tried.flatMap(({ wallet, result }) => (result ? [formatResult(results, wallet.id, result, now())] : []))

  function change(more: Partial<PhoneResults>): void {
    const next = { ...results, ...more }
    setCopied(false)
    setResults(next)
    onKeep(next)
  }

  return (
    <main className="page stack phone-test">
      <h1>Test on your phone</h1>
      <p>
        Each link below opens <b>{address}</b> in the wallet’s own browser. Links change with the wallets’ apps: try
        those that your visitors use.
      </p>
      {!isPhone && (
        <p className="warning" role="note">
          Open this page on your phone: <b>{new URL('/test-on-your-phone', address).href}</b>. The phone has to reach
          this address, and most wallets open https only.
        </p>
      )}
      <ol>
        <li>
          Install the wallet and set it up. Tap its link: the wallet opens, and shows the page in its own browser.
        </li>
        <li>Open “Link a wallet” there. The wallet comes first, without a code: choose it, approve and sign.</li>
        <li>If the wallet is then in the list of linked wallets, it works. Otherwise it does not.</li>
      </ol>
      <div className="line">
        <label className="line">
          System of the phone
          <select
            value={system}
            onChange={({ target }) => change({ system: target.value === 'android' ? 'android' : 'ios' })}
          >
            <option value="ios">iOS</option>
            <option value="android">Android</option>
          </select>
        </label>
        <label className="line">
          Version of the system
          <input
            className="input"
            value={systemVersion}
            placeholder="18.1"
            autoComplete="off"
            onChange={({ target }) => change({ systemVersion: target.value })}
          />
        </label>
      </div>
      <h2>
        {tried.length} wallets on {systems[system]}, {lines.length} tested
      </h2>
      <ul className="rows card">
        {tried.map(({ wallet, href, result }) => (
          <WalletRow
            key={wallet.id}
            wallet={wallet}
            href={href}
            confidence={wallet.browser[system]?.confidence ?? ''}
            result={result}
            onResult={(next) => change({ byListing: { ...byListing, [wallet.id]: next } })}
          />
        ))}
      </ul>
      <h2>Your results</h2>
      {lines.length === 0 ? (
        <p>Mark a wallet above. Each result becomes one line here.</p>
      ) : (
        <>
          <p>
            In a checkout of Hawser, <code>npm run reach -- --result "…"</code> adds a line to the listing of its
            wallet. Or paste the lines into an issue.
          </p>
          <pre className="card phone-test-lines">{lines.join('\n')}</pre>
          <button
            type="button"
            className="button"
            data-kind="main"
            onClick={() => void navigator.clipboard.writeText(lines.join('\n')).then(() => setCopied(true))}
          >
            {isCopied ? 'Copied' : 'Copy the lines'}
          </button>
        </>
      )}
    </main>
  )
}

function WalletRow(props: {
  readonly wallet: BrowserWallet
  readonly href: string
  readonly confidence: string
  readonly result: PhoneResult | undefined
  readonly onResult: (result: PhoneResult) => void
}) {
  const { wallet, href, confidence, result, onResult } = props
  const id = useId()
  const appVersion = result?.appVersion ?? ''
  return (
    <li className="card-part stack" aria-labelledby={id}>
      <h3 id={id}>{wallet.name}</h3>
      <p className="quiet">Confidence so far: {confidence}</p>
      <a className="button" href={href} rel="noreferrer">
        Open in {wallet.name}
      </a>
      <fieldset className="line">
        <legend>Does it work?</legend>
        {(['works', 'fails'] as const).map((verdict) => (
          <label key={verdict} className="line">
            <input
              type="radio"
              name={id}
              checked={result?.verdict === verdict}
              onChange={() => onResult({ verdict, appVersion })}
            />
            {verdict === 'works' ? 'Works' : 'Does not work'}
          </label>
        ))}
        {result !== undefined && (
          <label className="line">
            Version of the app
            <input
              className="input"
              value={appVersion}
              autoComplete="off"
              onChange={({ target }) => onResult({ ...result, appVersion: target.value })}
            />
          </label>
        )}
      </fieldset>
    </li>
  )
}
