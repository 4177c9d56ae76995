import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { chooseLanguage } from './chooseLanguage.ts'

/** The build output of apps/handoff (handoffPage.d.ts). */
export type HandoffPageParts = {
  readonly script: string
  readonly style: string
  /** The texts of the page by language. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The page that a phone opens. */
export type HandoffPage = {
  /**
   * Answers with one file without external parts, in the language of the browser. The file contains no data of a handoff: that
   * data is in the fragment of its address, which browsers send to no server.
   */
  answer(request: Request): Promise<Response>
  /** Answers with the texts of another language, which the visitor selects on the page. Undefined for an unknown language. */
  answerTexts(language: string): Promise<Response | undefined>
}

/**
 * Creates the page. Its parts are read on the first request. If reading fails, the next request reads them again.
 * @example
 * const page = createHandoffPage()
 * app.get('/handoff', ({ req }) => page.answer(req.raw))
 */
export function createHandoffPage(load: () => Promise<HandoffPageParts> = () => import('#handoff-page')): HandoffPage {
  let loading: Promise<Page> | undefined

  function read(): Promise<Page> {
    loading ??= load().then(prepare)
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  return {
    async answer(request) {
      const { texts, format, headers } = await read()
      const language = chooseLanguage(request.headers.get('accept-language') ?? '', [...texts.keys()])
      return new Response(format(texts.get(language)), { headers })
    },
    async answerTexts(language) {
      const { texts } = await read()
      const found = texts.get(language)
      return found && new Response(JSON.stringify(found), { headers: { 'content-type': 'application/json' } })
    },
  }
}

type Texts = HandoffPageParts['texts'][string]
type Page = {
  readonly texts: ReadonlyMap<string, Texts>
  readonly format: (texts: Texts | undefined) => string
  readonly headers: Readonly<Record<string, string>>
}

function prepare({ script, style, texts }: HandoffPageParts): Page {
  return {
    texts: new Map(Object.entries(texts)),
    format({ language = 'en', direction = 'ltr', title = '', ...words } = {}) {
      // A browser runs no data block, so no policy has to allow this element. Without `<`, no text can close the element.
      const json = JSON.stringify({ language, direction, title, ...words }).replaceAll('<', '\\u003c')
      const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${escapeText(title)}</title><style>${style}</style>`
      const body = `<main id="handoff"></main><script type="application/json" id="texts">${json}</script><script type="module">${script}</script>`
      return `<!doctype html><html lang="${escapeText(language)}" dir="${escapeText(direction)}"><head>${head}</head><body>${body}</body></html>`
    },
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `script-src '${hashOf(script)}'`,
        `style-src '${hashOf(style)}'`,
        "connect-src 'self'",
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
      vary: 'accept-language',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
    },
  }
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Returns the hash by which a page's policy names an inline script or style (CSP Level 3 §2.3.1). */
function hashOf(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(text))))}`
}
