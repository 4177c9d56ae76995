import { useLinkerContext } from '../linker/context.ts'
import { framedTexts } from '../messages/english/framed.ts'

/** Says why the button does nothing in another site's frame, and links to the page. A separate chunk: few pages are framed. */
export function FramedNotice({ id }: { readonly id: string }) {
  const { messages } = useLinkerContext()
  return (
    <span className="hawser-link-problem" id={id}>
      {messages.framed ?? framedTexts.framed}{' '}
      <a href={addressOfPage()} target="_blank" rel="noopener noreferrer">
        {messages.openInTab ?? framedTexts.openInTab}
      </a>
    </span>
  )
}

/** The page's address without a pairing link in its query: the key of that pairing must not leave this page. */
function addressOfPage(): string {
  const url = new URL(location.href)
  url.searchParams.delete('uri')
  return url.href
}
