/** A change of an account after which withdrawals to payees that were never paid wait. */
export type AccountChange = 'payPassword' | 'password' | 'email' | 'phone' | 'twoFactorOff' | 'passkey'
export type HoldCause = AccountChange | 'payeeAdded'
