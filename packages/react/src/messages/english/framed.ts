/** The button's English texts inside another site's frame. Separate, so that other pages do not load them. */
export const framedTexts = {
  framed: 'This page is shown inside another site. Open it in its own tab to link a wallet.',
  openInTab: 'Open in a new tab',
} as const
