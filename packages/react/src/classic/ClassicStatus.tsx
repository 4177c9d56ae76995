import { fill } from '../messages/fill.ts'
import { fillCount } from '../messages/fillCount.ts'
import type { ClassicPage, ClassicProps, ClassicTab } from './classicProps.ts'
import { offerOf } from './offer.ts'
import { shownPage } from './shownPage.ts'

/** Says to a screen reader what the list shows, in the words that stand in it. Problems of the pairing are said by the modal. */
export function ClassicStatus(props: ClassicProps & { readonly tab: ClassicTab; readonly page: ClassicPage }) {
  return (
    <p className="hawser-hidden" role="status">
      {listStatus(props)}
    </p>
  )
}

function listStatus({
  state,
  messages,
  texts,
  tab,
  page,
}: ClassicProps & { readonly tab: ClassicTab; readonly page: ClassicPage }): string {
  const { explorer, platform, appSwitch } = state
  const isListHidden = platform.isAndroid && appSwitch !== 'stayed'
  if (tab !== 'wallets' || isListHidden || offerOf(state).kind !== 'list') return ''
  const { count, number, pageCount } = shownPage(state, page)
  if (count === 0) {
    if (explorer.status === 'loading' || explorer.status === 'idle') return texts.loading
    if (explorer.status === 'failed') return texts.somethingWentWrong
    return explorer.search === '' ? texts.noSupportedWallets : texts.noWalletsFound
  }
  const digits = new Intl.NumberFormat(texts.language)
  const wallets = fillCount(messages.resultCount, count, messages.language)
  const values = { page: digits.format(number), count: digits.format(pageCount) }
  return pageCount === 1 ? wallets : `${wallets}. ${fill(texts.pageOf, values)}`
}
