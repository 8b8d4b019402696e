import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { countAttempt } from '../../../kit/attempts.ts'
import { applyAdvanced, applyPrimary, checkPrimary, IN_REVIEW } from './apply.ts'
import { advancedInfo, documentTypeOf, primaryInfo } from './info.ts'

/** A refusal can reveal that a document number is registered, so the number of attempts is limited. */
const PER_USER = { count: 20, seconds: 3600 }

export const calls = {
  'user/getrealinfo': async (_, { user, context }) => ({
    primary: await primaryInfo(context, user),
    advanced: await advancedInfo(context, user),
  }),

  'user/real_name': async ({ level, ...given }, { user, lang, context }) => {
    await countAttempt(context.db, context.clock.now(), `real-name:${user.id}`, PER_USER)
    if (level === 'primary') {
      const { documentType } = given
      if (!documentType) throw refuse('missingParameter', { name: 'documentType' })
      const primary = {
        firstName: needed('firstName'),
        lastName: needed('lastName'),
        country: needed('country'),
        documentType,
        number: needed('number'),
      }
      checkPrimary(context, lang, primary)
      await applyPrimary(context, user.id, primary)
    } else {
      const hasBack = (await documentTypeOf(context, user.id)) !== 'passport'
      await applyAdvanced(context, user.id, {
        front: needed('front'),
        back: hasBack ? needed('back') : (given.back ?? null),
      })
    }
    return { level, status: IN_REVIEW }

    function needed(name: 'firstName' | 'lastName' | 'country' | 'number' | 'front' | 'back'): string {
      const value = given[name]
      if (!value) throw refuse('missingParameter', { name })
      return value
    }
  },
} satisfies Partial<Handlers>
