import { usePage } from './pages/pageContext.ts'
import { isPageLocale, pageLocales } from './texts/pageLocale.ts'

/** Says that the page is a demo, and switches its language. */
export function Footer() {
  const { texts, locale, onLocaleChosen } = usePage()
  return (
    <footer className="foot line spread quiet">
      <p>{texts.demoNotice}</p>
      <label className="line">
        {texts.language}
        <select
          value={locale}
          onChange={({ target }) => {
            if (isPageLocale(target.value)) onLocaleChosen(target.value)
          }}
        >
          {Object.entries(pageLocales).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </footer>
  )
}
