/** The account modes of a session, in each of which the server's replies differ: `session.mode`. The first is that of a visitor. */
export const modes: readonly [string, ...string[]] = ['real', 'demo']
