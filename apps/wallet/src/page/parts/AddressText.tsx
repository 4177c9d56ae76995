/** A full address in groups of six characters, for comparison by eye. Copying the text gives the plain address. */
export function AddressText({ address }: { readonly address: string }) {
  return (
    <span className="address" data-testid="address" dir="ltr" translate="no">
      {(address.match(/.{1,6}/g) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never move
        <span key={index}>{group}</span>
      ))}
    </span>
  )
}
