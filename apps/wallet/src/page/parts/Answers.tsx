type Answer = { readonly text: string; readonly isOpen: boolean; readonly onClick: () => void }

/** No and yes, always in sight. */
export function Answers({ no, yes }: { readonly no: Answer; readonly yes: Answer }) {
  return (
    <div className="actions">
      <button type="button" className="button" disabled={!no.isOpen} onClick={no.onClick}>
        {no.text}
      </button>
      <button type="button" className="button primary" disabled={!yes.isOpen} onClick={yes.onClick}>
        {yes.text}
      </button>
    </div>
  )
}
