/** The contents of a link store. Every host user has the same number of wallets and events. */
export type LinkRows = { readonly users: number; readonly wallets: number; readonly events: number }

export const userOf = (number: number) => `user-${number}`

/** Returns the address of a host user's wallet. It has digits only, so that it has one spelling. */
export const addressOf = (user: number, wallet: number) => `0x${'0'.repeat(30)}${1_000_000_000 + user * 1_000 + wallet}`

/**
 * Returns statements that fill empty tables, in the SQL that SQLite and PostgreSQL share. A store writes each row durably,
 * which would take minutes here.
 */
export function fillStatements({ users, wallets, events }: LinkRows): readonly string[] {
  const user = `'user-' || cast(u as text)`
  const addressAt = (wallet: string) => `'0x' || '${'0'.repeat(30)}' || cast(1000000000 + u * 1000 + ${wallet} as text)`
  return [
    `insert into linked_wallets (id, host_user_id, namespace, address, bare_address, account_id, wallet_name, is_primary,
       linked_at, proof_method, proof_chain_id, challenge_id, status)
     with recursive ${countTo('u', users)}, ${countTo('w', wallets)}
     select 'wallet-' || cast(u as text) || '-' || cast(w as text), ${user}, 'eip155', ${addressAt('w')},
       ${addressAt('w')}, 'eip155:1:' || ${addressAt('w')}, 'Bench', case when w = 0 then 1 else 0 end,
       1795246101455 + w, 'eip191', 'eip155:1', 'before-2', 'active'
     from u_numbers cross join w_numbers`,
    `insert into link_events (host_user_id, number, type, at, account_id, wallet_name)
     with recursive ${countTo('u', users)}, ${countTo('e', events)}
     select ${user}, e + 1, 'linked', 1795246101455 + e, 'eip155:1:' || ${addressAt('0')}, 'Bench'
     from u_numbers cross join e_numbers`,
  ]
}

function countTo(name: string, count: number): string {
  return `${name}_numbers(${name}) as (select 0 union all select ${name} + 1 from ${name}_numbers where ${name} < ${count - 1})`
}
