/**
 * The texts of a handoff on the screen that starts it. `{time}` stands for minutes and seconds, `{name}` for the
 * wallet's own name, `{count}` for a number.
 */
export type HandoffTexts = { readonly [key in keyof typeof en]: string }

export const en = {
  scan: 'Scan with your phone’s camera',
  qrLabel: 'QR code for the camera of your phone',
  next: 'A page of this site opens there. Choose your wallet, sign, and type its six digits here.',
  stepOpen: 'A page of this site opens on your phone.',
  stepSign: 'Choose your wallet there and sign.',
  stepDigits: 'Type the six digits that it shows here.',
  onPhone: 'Continue on your phone',
  onPhoneDetail: 'Choose your wallet there and sign. Keep this window open.',
  noWallet: 'The browser of your phone has no wallet',
  noWalletDetail: 'Tap “Open in a wallet on this phone” there, or copy the link into the browser of your wallet.',
  newCode: 'Show a new code',
  timeLeft: '{time} left',
  digits: 'Six digits from your phone',
  digitsDetail: '{name} has signed. Type the digits that your phone shows, and only if you hold that phone yourself.',
  digitsShort: 'Type all six digits.',
  digitsWrong: 'These are not the right digits. Attempts left: {count}',
  declined: 'It was declined on the phone. Nothing was linked.',
  elsewhere:
    'The code was opened in a second place, so it is void. If that was not you, somebody else may have seen your screen.',
  timeOver: 'The time ran out before the wallet was linked.',
  digitsSpent: 'The digits were wrong three times. Nothing was linked.',
  codeOver: 'This code is no longer valid.',
  undo: 'Undo',
  undone: 'The wallet is no longer linked.',
} as const
