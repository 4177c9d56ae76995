import { BaseError } from '@hawser/core'

/** The modal was not shown: its code could not be loaded, or it was closed before that. */
export class ModalUnavailableError extends BaseError {
  readonly code = 'modal_unavailable'
}

/** The page is framed by a page of another origin and may not link there. */
export class PageFramedError extends BaseError {
  readonly code = 'page_framed'
}

/** There is no page to show it in: the modal was opened outside of a browser. */
export class NoPageError extends BaseError {
  readonly code = 'no_page'
}
