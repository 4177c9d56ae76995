/**
 * The texts of the wallet's own browser on phones. `{name}` stands for the wallet's name, `{app}` for the name of the app that
 * shows the page.
 */
export type PhoneTexts = { readonly [key in keyof typeof en]: string }

export const en = {
  openIn: 'Open in {name}',
  openInDetail: 'This page opens in the browser of {name}. Link your wallet there.',
  pasteDetail: 'Or copy the link and open it in the browser of {name}.',
  leaveApp: 'Open this page in your browser',
  leaveAppDetail:
    '{app} cannot open other apps from here. Copy the link and open it in your browser, such as Safari or Chrome.',
} as const
