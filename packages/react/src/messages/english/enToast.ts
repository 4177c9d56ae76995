/** The English texts of toasts. They load apart from the code: there is nothing to report before the code appears. */
export const enToast = {
  linkCopied: 'Link copied',
  failedToCopy: 'Failed to copy',
  copyByHand: 'Copy this link yourself:',
  failedPreloading: 'Failed preloading',
  unknownError: 'Unknown Error',
} as const
