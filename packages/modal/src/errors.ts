import { BaseError } from '@hawser/core'

/** The modal was not shown: its code could not be loaded, or it was closed before that. */
export class ModalUnavailableError extends BaseError {
  readonly code = 'modal_unavailable'
}

/** A page of another origin frames this page, which is then not allowed to link. */
export class PageFramedError extends BaseError {
  readonly code = 'page_framed'
}

/** The modal was opened outside a browser, without a page to show it in. */
export class NoPageError extends BaseError {
  readonly code = 'no_page'
}
