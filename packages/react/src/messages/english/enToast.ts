/** English texts of short notices. They load beside the code: there is nothing to report before it. */
export const enToast = {
  linkCopied: 'Link copied',
  failedToCopy: 'Failed to copy',
  copyByHand: 'Copy this link yourself:',
  failedPreloading: 'Failed preloading',
  unknownError: 'Unknown Error',
} as const
