import type { ModalOptions } from '@hawser/core'
import { Fragment } from 'react'
import type { FirstMessages } from '../../messages/modal/en.ts'

/** The terms the visitor agrees to by connecting (V10). Renders nothing if the host app links no terms and no policy. */
export function LegalNotice({
  options,
  messages,
}: {
  readonly options: ModalOptions
  readonly messages: FirstMessages
}) {
  const pages = [
    { url: options.termsOfServiceUrl, text: messages.termsOfService },
    { url: options.privacyPolicyUrl, text: messages.privacyPolicy },
  ].filter((page) => page.url !== undefined && page.url !== '')
  if (pages.length === 0) return null
  return (
    <p className="hawser-legal">
      {messages.legal}{' '}
      {pages.map((page, index) => (
        <Fragment key={page.text}>
          {index > 0 && ` ${messages.and} `}
          <a className="hawser-link" href={page.url} target="_blank" rel="noopener noreferrer">
            {page.text}
          </a>
        </Fragment>
      ))}
    </p>
  )
}
