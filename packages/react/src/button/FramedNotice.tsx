import { useLinkerContext } from '../linker/context.ts'
import { framedTexts } from '../messages/english/framed.ts'

/** Why the button does nothing in the frame of another site, and the way on. A separate chunk: few pages are framed. */
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

/** The page as it was requested. A pairing handed to it stays here: nobody else may have its key. */
function addressOfPage(): string {
  const url = new URL(location.href)
  url.searchParams.delete('uri')
  return url.href
}
