import { useEffect, useRef } from 'react'

/** The code's link, selected, for a visitor to copy by hand if the browser cannot copy it. */
export function LinkField({ pairingUri, label }: { readonly pairingUri: string; readonly label: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: selects another link again
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [pairingUri])
  return (
    <label className="hawser-footer hawser-stack">
      {label}
      <textarea ref={field} className="hawser-topic hawser-by-hand" dir="ltr" readOnly rows={4} value={pairingUri} />
    </label>
  )
}
