import type { AccessRule } from '../engine/language/plugin.ts'

export const accessRules = {
  login: { isMet: ({ loggedIn }) => loggedIn, route: null },
  gardener: { isMet: ({ user }) => user?.gardener === true, route: '/home' },
} satisfies Record<string, AccessRule>
