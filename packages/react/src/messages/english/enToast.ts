/** English, what is told in passing. It comes beside the code: nothing has happened before. */
export const enToast = {
  linkCopied: 'Link copied',
  failedToCopy: 'Failed to copy',
  copyByHand: 'Copy this link yourself:',
  failedPreloading: 'Failed preloading',
  unknownError: 'Unknown Error',
} as const
