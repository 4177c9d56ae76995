/** The button's English texts. Separate, because a page needs them before the modal loads. */
export const buttonTexts = {
  linkWallet: 'Link a wallet',
  modalUnavailable: 'The wallet window could not be loaded. Check your connection and press the button again.',
  pageOutdated: 'This page has been updated. Reload it to continue.',
  reload: 'Reload',
} as const
