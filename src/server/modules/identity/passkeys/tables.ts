import { integer, table, text } from '../../../kit/storage/table.ts'

export const passkeyTables = {
  /** Passkeys (WebAuthn credentials) of users. `counter` is that of the authenticator at its last use. */
  passkeys: table({
    columns: {
      /** Id of the credential in base64url. */
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      /** COSE key in base64url. */
      public_key: text(),
      counter: integer(),
      /** Transports of the authenticator, separated by commas. */
      transports: text(),
      /** The browser and the system that created it; empty: unknown. */
      device: text(),
      created: integer(),
      used: integer().nullable(),
    },
    indexes: {
      passkeys_by_user: { columns: ['user_id', 'created'] },
    },
    withoutRowid: true,
  }),
}
