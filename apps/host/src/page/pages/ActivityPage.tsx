import { LinkHistory } from '@hawser/react/linked-wallets'
import { usePage } from './pageContext.ts'

/** Lists the events of the visitor's wallets. */
export function ActivityPage() {
  const { texts } = usePage()
  return (
    <>
      <section className="intro">
        <h1 tabIndex={-1}>{texts.activity}</h1>
        <p>{texts.activityIntro}</p>
      </section>
      <LinkHistory />
    </>
  )
}
