/** The English texts of what stands in the page before the modal is loaded. They are apart so that the page loads no more. */
export const buttonTexts = {
  linkWallet: 'Link a wallet',
  modalUnavailable: 'The wallet window could not be loaded. Check your connection and press the button again.',
  pageOutdated: 'This page has been updated. Reload it to go on.',
  reload: 'Reload',
} as const
