/** An SVG that tries to run code, to fetch, to read files, or to cost more than a picture should. */
export type HostileSvg = { readonly title: string; readonly bytes: Uint8Array }

const open =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">'
const inside = (title: string, content: string): HostileSvg => whole(title, `${open}${content}</svg>`)
const whole = (title: string, text: string): HostileSvg => ({ title, bytes: new TextEncoder().encode(text) })
const lines = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

/**
 * More than forty hostile SVGs (T-12). SVGs that fetch request paths under `address`, a server of the test. SVGs that
 * read request `file`, a red PNG of the test.
 */
export function hostileSvgs(address: string, file: string): readonly HostileSvg[] {
  return [...fetching(address), ...reading(file), ...running(address), ...entities(address, file), ...costly()]
}

function fetching(address: string): readonly HostileSvg[] {
  return [
    inside('image by href', `<image href="${address}/1.png" width="64" height="64"/>`),
    inside('image by xlink', `<image xlink:href="${address}/2.png" width="64" height="64"/>`),
    inside('image by an escaped address', `<image href="${escapeAll(`${address}/3.png`)}" width="64" height="64"/>`),
    inside(
      'filter image',
      `<filter id="f"><feImage href="${address}/4.png"/></filter><rect width="64" height="64" filter="url(#f)"/>`,
    ),
    inside('use of another file', `<use href="${address}/5.svg#a"/>`),
    inside('style import', `<style>@import "${address}/6.css";</style><rect width="9" height="9"/>`),
    inside('style import by url', `<style>@import url(${address}/7.css);</style><rect width="9" height="9"/>`),
    inside('fill by url', `<rect width="64" height="64" fill="url(${address}/8.svg#a)"/>`),
    inside('fill by a quoted url', `<rect width="64" height="64" style="fill: url( '${address}/9.svg#a' )"/>`),
    inside(
      'font face',
      `<style>@font-face{font-family:q;src:url("${address}/10.woff")}</style><text y="20" font-family="q">q</text>`,
    ),
    inside(
      'mask and clip path elsewhere',
      `<g mask="url(${address}/11.svg#m)" clip-path="url(${address}/12.svg#c)"><rect width="9" height="9"/></g>`,
    ),
    inside('cursor', `<g cursor="url(${address}/13.cur), auto"><rect width="9" height="9"/></g>`),
    whole('style sheet instruction', `<?xml version="1.0"?><?xml-stylesheet href="${address}/14.css"?>${open}</svg>`),
    inside('address at its root', `<image href="//${new URL(address).host}/15.png" width="64" height="64"/>`),
    inside(
      'svg in a data address',
      `<image width="64" height="64" href="data:image/svg+xml,${encodeURIComponent(`${open}<image href="${address}/16.png" width="64" height="64"/></svg>`)}"/>`,
    ),
    inside('link to follow', `<a href="${address}/17"><rect width="64" height="64"/></a>`),
  ]
}

function reading(file: string): readonly HostileSvg[] {
  return [
    inside('image of a local file', `<image href="${file}" width="64" height="64"/>`),
    inside('image of a local path', `<image href="${new URL(file).pathname}" width="64" height="64"/>`),
    inside('image of a near path', `<image href="secret.png" width="64" height="64"/>`),
    inside('use of a local file', `<use href="${file}#a"/>`),
    inside(
      'pattern of a local file',
      `<pattern id="p" width="64" height="64"><image xlink:href="${file}" width="64" height="64"/></pattern><rect width="64" height="64" fill="url(#p)"/>`,
    ),
    inside('inclusion', `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${file}" parse="text"/>`),
  ]
}

function running(address: string): readonly HostileSvg[] {
  const script = `fetch('${address}/run')`
  return [
    inside('script', `<script>${script}</script><rect width="64" height="64"/>`),
    inside('script of another case', `<SCRIPT>${script}</SCRIPT><rect width="64" height="64"/>`),
    inside('script in a namespace', `<s:script xmlns:s="http://www.w3.org/2000/svg">${script}</s:script>`),
    inside('script elsewhere', `<script href="${address}/run.js"/>`),
    whole(
      'handler on the root',
      `${open.replace('<svg', `<svg onload="${script}"`)}<rect width="64" height="64"/></svg>`,
    ),
    inside('handler of an image', `<image href="#x" onerror="${script}" width="64" height="64"/>`),
    inside('handler by animation', `<rect width="64" height="64"><set attributeName="onclick" to="${script}"/></rect>`),
    inside(
      'page in it',
      `<foreignObject width="64" height="64"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}/page"/></foreignObject>`,
    ),
    inside('embedded page', `<embed xmlns="http://www.w3.org/1999/xhtml" src="${address}/embed"/>`),
    inside('link that runs', '<a href="javascript:alert(1)"><rect width="64" height="64"/></a>'),
    inside(
      'animated link',
      '<a><animate attributeName="href" values="javascript:alert(1)"/><rect width="64" height="64"/></a>',
    ),
  ]
}

function entities(address: string, file: string): readonly HostileSvg[] {
  const document = (declarations: string, content: string) =>
    `<?xml version="1.0"?><!DOCTYPE svg [${declarations}]>${open}${content}</svg>`
  const laughs = lines(9, (at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
  return [
    whole('billion laughs', document(`<!ENTITY l0 "ha">${laughs}`, '<text y="9">&l9;</text>')),
    whole(
      'one long entity many times',
      document(`<!ENTITY a "${'a'.repeat(50_000)}">`, `<text y="9">${'&a;'.repeat(20_000)}</text>`),
    ),
    whole('entity of a local file', document(`<!ENTITY e SYSTEM "${file}">`, '<text y="9">&e;</text>')),
    whole('entity fetched', document(`<!ENTITY e SYSTEM "${address}/entity">`, '<text y="9">&e;</text>')),
    whole('parameter entity', document(`<!ENTITY % e SYSTEM "${address}/parameter"> %e;`, '<text y="9">q</text>')),
    whole('document type fetched', `<!DOCTYPE svg SYSTEM "${address}/svg.dtd">${open}</svg>`),
    {
      title: 'entities in UTF-16',
      bytes: Buffer.from(
        `\ufeff${document(`<!ENTITY e SYSTEM "${address}/wide">`, '<text y="9">&e;</text>')}`,
        'utf16le',
      ),
    },
  ]
}

function costly(): readonly HostileSvg[] {
  const uses = lines(12, (at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`)
  const patterns = lines(
    9,
    (at) =>
      `<pattern id="p${at + 1}" width=".1" height=".1"><rect width="64" height="64" fill="url(#p${at})"/></pattern>`,
  )
  const blur = '<feGaussianBlur stdDeviation="100000"/>'.repeat(50)
  return [
    whole(
      'a hundred thousand pixels',
      open.replaceAll('"64"', '"100000"').concat('<rect width="9" height="9"/></svg>'),
    ),
    whole(
      'a hundred thousand pixels by its view',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100000 100000"><rect width="9" height="9"/></svg>',
    ),
    whole('sizes beyond number', open.replaceAll('"64"', '"1e38"').concat('</svg>')),
    inside('uses of uses', `<defs><rect id="u0" width="9" height="9"/>${uses}</defs><use href="#u12"/>`),
    inside('a use of itself', '<g id="a"><use href="#a"/></g><use href="#a"/>'),
    inside(
      'patterns of patterns',
      `<defs><pattern id="p0" width=".1" height=".1"><rect width="1" height="1"/></pattern>${patterns}</defs><rect width="64" height="64" fill="url(#p9)"/>`,
    ),
    inside(
      'blur upon blur',
      `<filter id="f" x="-1000" y="-1000" width="1000000" height="1000000" filterUnits="userSpaceOnUse">${blur}</filter><rect width="64" height="64" filter="url(#f)"/>`,
    ),
    inside(
      'endless noise',
      `<filter id="f">${'<feTurbulence baseFrequency="9" numOctaves="100000000"/>'.repeat(200)}</filter><rect width="64" height="64" filter="url(#f)"/>`,
    ),
    inside(
      'a huge neighbourhood',
      '<filter id="f"><feMorphology operator="dilate" radius="100000"/><feConvolveMatrix order="999" kernelMatrix="1"/></filter><rect width="64" height="64" filter="url(#f)"/>',
    ),
    inside('groups in groups', `${'<g>'.repeat(200_000)}${'</g>'.repeat(200_000)}`),
    inside(
      'a path of a hundred thousand turns',
      `<path stroke="red" stroke-width="9" d="M0 0${lines(100_000, (at) => `L${at % 64} ${(at * 7) % 64}`)}"/>`,
    ),
    inside('a billion dashes', '<path stroke="red" stroke-dasharray=".00001" d="M0 0L1000000 1000000"/>'),
    inside(
      'markers without end',
      `<marker id="m" overflow="visible"><rect width="64" height="64"/></marker><path marker-mid="url(#m)" d="M0 0${'L9 9'.repeat(100_000)}"/>`,
    ),
    inside(
      'masks in masks',
      `${lines(2_000, (at) => `<mask id="m${at}"><g mask="url(#m${at + 1})"><rect width="64" height="64"/></g></mask>`)}<rect width="64" height="64" mask="url(#m0)"/>`,
    ),
    inside('two million letters', `<text>${'q'.repeat(1_900_000)}</text>`),
  ]
}

function escapeAll(text: string): string {
  return [...text].map((character) => `&#${character.charCodeAt(0)};`).join('')
}
