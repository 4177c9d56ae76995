import { expect, test } from 'vitest'
import { initials } from '../../packages/react/src/modal/wallet/walletName.ts'
import { formatMonogram } from '../../packages/registry/src/images/monogram.ts'

test('T-13 the initials are those the registry draws on its tiles', () => {
  for (const name of ['Rainbow', 'Trust Wallet', 'imToken', '1inch', 'Ledger Live', 'éclair wallet', 'Ωmega', 'ǆ', '…'])
    expect(formatMonogram({ id: 'x', name })).toContain(`>${initials(name)}</text>`)
})
