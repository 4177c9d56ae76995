/** The button's English texts. A page needs them before the modal loads, so they are separate. */
export const buttonTexts = {
  linkWallet: 'Link a wallet',
  modalUnavailable: 'The wallet window could not be loaded. Check your connection and press the button again.',
  pageOutdated: 'This page has been updated. Reload it to continue.',
  reload: 'Reload',
} as const
