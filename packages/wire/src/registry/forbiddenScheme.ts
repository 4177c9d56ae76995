// Schemes that do not belong to a wallet, grouped by what opens them. An entry covers its variants too: `firefox` covers
// `firefox-focus`, `sip` covers `sips`, and `ms` covers the schemes of Windows (`ms-settings`). `web` and `ext` cover the
// schemes that any page or extension can register (`web+…`, `ext+…`).
const schemes = [
  // Run code or a document inside the page or the browser.
  'javascript livescript vbscript mocha data blob file filesystem mhtml jar resource about view-source cid mid wyciwyg',
  // Browsers: their own pages, their settings, and links that open another page in them.
  'http https ws wss chrome edge moz devtools webkit safari googlechrome firefox fenix opera touch-http touch-https brave vivaldi',
  'arc orion duckduckgo ddgquicklink ucbrowser ucweb dolphin yandexbrowser yabrowser puffin maxthon mttbrowser mqqbrowser',
  'baiduboxapp chromium samsungbrowser samsunginternet sbrowser ecosia whale naversearchapp onionhttp onionhttps isolated-app web ext cast x-safari x-web-search x-icabmobile',
  // Calls, messages, mail.
  'tel telprompt facetime callto sip sips skype viber wtai voicemail mobilephone zoommtg zoomus msteams whatsapp sgnl xmpp im',
  'voip dialer wechat sms smsto mms mmsto imessage messages message mailto mobilemail googlegmail gmail ymail airmail readdle-spark outlook outlookcal',
  // The system: settings, automation, calendars, maps, media.
  'intent android content package settings prefs app-prefs app-settings shortcuts workflow applescript com.apple x-apple x-man-page shoebox help vnd',
  'calshow webcal webcals stssync geo maps google comgooglemaps photos-redirect photos-navigation mobilenotes notes music musics',
  'videos podcast podcasts pcast itpc feed feeds ibooks rtsp rtmp ms microsoft windowsdefender bingmaps calculator onenote search',
  'shell res mk hcp its vscode cursor jetbrains idea steam jnlp jnlps',
  'contacts passbook applepay x-callback-url',
  // Money in other apps.
  'upi gpay paypal venmo cashapp alipay',
  // Stores and installers of apps.
  'market itms macappstore macappstores appmarket mimarket samsungapps amzn oppomarket vivomarket altstore sidestore fdroidrepo fdroidrepos appinstaller',
  // Other networks and machines.
  'ftp ftps sftp ssh telnet tn3270 rlogin vnc rdp smb nfs afp cifs dav davs ldap ldaps news nntp snews gopher wais irc ircs irc6',
  'magnet ed2k matrix openpgp4fpr urn ipfs ipns dweb',
  // Any wallet answers these, not just one. Hawser itself offers `wc:`, a listing never does.
  'wc bitcoin ethereum solana lightning',
]

/**
 * Whether a scheme (in lower case) does not belong to a wallet: it runs code, reads files, or opens a browser, a call, a store
 * or the system.
 */
export function isForbiddenScheme(scheme: string): boolean {
  return [...scheme.matchAll(/[-.+]|$/g)].some(({ index }) => {
    const name = scheme.slice(0, index)
    return forbidden.has(name) || (name.endsWith('s') && forbidden.has(name.slice(0, -1)))
  })
}

const forbidden: ReadonlySet<string> = /* @__PURE__ */ new Set(/* @__PURE__ */ schemes.join(' ').split(' '))
