import { type Choice, formatChoice, languages, platformOf, presets, states, themes } from './choice.ts'
import { icons } from './icons.ts'

const names = Object.keys(states)
const platforms = [...new Set(names.map(platformOf))]
const variants = ['standard', 'classic'] as const

/** Every state of one platform and variant side by side, each in a frame, because a native dialog covers the page it is in. */
export function Overview({ choice }: { readonly choice: Choice }) {
  const query = new URLSearchParams(location.search)
  const platform = platforms.find((name) => name === query.get('platform')) ?? 'desktop'
  const variant = variants.find((name) => name === query.get('variant')) ?? 'standard'
  const isWide = platform === 'desktop' || platform === 'ipad'
  const shown = names.filter(
    (name) => platformOf(name) === platform && (states[name]?.options.variant ?? 'standard') === variant,
  )
  return (
    <main className="gallery">
      <h1>Gallery of the modal</h1>
      <form>
        <Select name="platform" values={platforms} value={platform} />
        <Select name="variant" values={variants} value={variant} />
        <Select name="theme" values={themes} value={choice.theme} />
        <Select name="preset" values={presets} value={choice.preset} />
        <Select name="language" values={languages} value={choice.language} />
      </form>
      <Icons />
      {shown.length === 0 && <p>The {variant} variant has no states of its own for this platform.</p>}
      <ul data-size={isWide ? 'wide' : 'narrow'}>
        {shown.map((state) => {
          const href = formatChoice({ ...choice, state })
          return (
            <li key={state}>
              <a href={href}>{state}</a>
              <div>
                <iframe src={href} title={state} loading="lazy" tabIndex={-1} />
              </div>
            </li>
          )
        })}
      </ul>
    </main>
  )
}

/** Shows every available icon, so that a person can check whether it is the right one. */
function Icons() {
  const all = Object.entries(icons)
  if (all.length === 0) return <p>Wallets are shown by their initials: npm run gallery found no icons of them.</p>
  return (
    <details>
      <summary>{all.length} wallets have an icon</summary>
      {all.map(([name, address]) => (
        <img key={name} src={address} alt={name} title={name} width="48" height="48" />
      ))}
    </details>
  )
}

function Select({
  name,
  values,
  value,
}: {
  readonly name: string
  readonly values: readonly string[]
  readonly value: string
}) {
  return (
    <label>
      {name}{' '}
      <select name={name} defaultValue={value} onChange={(event) => event.currentTarget.form?.requestSubmit()}>
        {values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}
