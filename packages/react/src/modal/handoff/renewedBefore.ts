/** How many seconds before its end the code of a handoff is renewed (docs/decisions/0055). */
export const renewedBefore = 120
