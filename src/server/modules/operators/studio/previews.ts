import type { Manifest, Screen, Shape } from '../../../../engine/language/expressions/program.ts'
import { canonicalJson } from '../../../../engine/language/values/canonicalJson.ts'
import type { ServerContext } from '../../../context.ts'
import { bodyOf, hashOf, manifestOf } from '../../../kit/publishing/revision.ts'
import { inTransaction } from '../../../kit/storage/transaction.ts'
import { sha256Hex } from './sha256Hex.ts'

/** Of earlier versions of a preview, about twenty. */
const EARLIER_CHARACTERS = 4_000_000

/** Changed files as the studio's compiler compiled them. */
export interface PreviewInput {
  /** Lowered screens by route; null removes a route. */
  routes: Readonly<Record<string, Screen | null>>
  /** The texts of the languages that have changed. */
  locales: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Tabs and entry, if they have changed. */
  shell?: Manifest['shell']
}

/** Creates the store of previews: each is the live revision with the changes of one change set. */
export function createPreviews({ db, catalogue }: Pick<ServerContext, 'db' | 'catalogue'>) {
  let compileForm: ((schema: Shape) => string) | null = null

  /** Writes the hash of the module of its validators into each form. Only modules that this server has compiled are served as scripts. */
  async function withValidators(forms: Screen['forms']): Promise<{ forms: Screen['forms']; validators: string[] }> {
    const entries = Object.entries(forms)
    if (entries.length === 0) return { forms, validators: [] }
    compileForm ??= (await import('../../../../../codegen/forms/validators.ts')).createFormCompiler()
    const result: Screen['forms'] = {}
    const validators = new Set<string>()
    for (const [name, form] of entries) {
      const text = compileForm(form.schema)
      const validator = sha256Hex(text)
      await db
        .insertInto('catalogue_modules')
        .values({ hash: validator, text })
        .onConflict((on) => on.column('hash').doNothing())
        .execute()
      validators.add(validator)
      result[name] = { ...form, validator }
    }
    return { forms: result, validators: [...validators].toSorted() }
  }

  return {
    /** Makes the preview of a change set, and returns its revision. Null without a live revision. */
    async save(changeSet: string, input: PreviewInput): Promise<string | null> {
      const pointer = await catalogue.live()
      const body = pointer && (await catalogue.file(pointer.revision))
      if (!pointer || body === null) return null
      const manifest = manifestOf(pointer.revision, body)
      const files: Record<string, string> = {}
      const add = (value: unknown): string => {
        const text = canonicalJson(value)
        const hash = hashOf(text)
        files[hash] = text
        return hash
      }
      const routes = { ...manifest.routes }
      for (const [route, screen] of Object.entries(input.routes)) {
        if (screen === null) {
          delete routes[route]
          continue
        }
        const { forms, validators } = await withValidators(screen.forms)
        routes[route] = {
          id: screen.id,
          hash: add({ ...screen, forms }),
          access: screen.access,
          navigationBar: screen.navigationBar,
          requires: screen.requires,
          ...(validators.length > 0 && { validators }),
        }
      }
      const locales = { ...manifest.locales }
      for (const [language, texts] of Object.entries(input.locales)) locales[language] = add(texts)
      const draft: Manifest = { ...manifest, routes, locales, shell: input.shell ?? manifest.shell }
      const text = bodyOf(draft)
      const revision = hashOf(text)
      files[revision] = text
      // Of two previews that are made at once, the later one keeps the files of the earlier one.
      await inTransaction(db, [`preview ${changeSet}`], async (trx) => {
        const last = await trx
          .selectFrom('catalogue_previews')
          .select(['seq', 'files'])
          .where('change_set', '=', changeSet)
          .executeTakeFirst()
        const kept = { ...files }
        // An app that has an earlier version may still ask for its files.
        if (last) keepEarlier(kept, JSON.parse(last.files) as Record<string, string>)
        const values = {
          seq: Number(last?.seq ?? 0) + 1,
          manifest: canonicalJson({ ...draft, revision }),
          files: JSON.stringify(kept),
        }
        await trx
          .insertInto('catalogue_previews')
          .values({ change_set: changeSet, ...values })
          .onConflict((on) => on.column('change_set').doUpdateSet(values))
          .execute()
      })
      return revision
    },

    find: (changeSet: string) =>
      db.selectFrom('catalogue_previews').selectAll().where('change_set', '=', changeSet).executeTakeFirst(),
  }
}

/** Adds the files of earlier versions by hash, the latest first, up to EARLIER_CHARACTERS. */
function keepEarlier(files: Record<string, string>, earlier: Readonly<Record<string, string>>): void {
  let left = EARLIER_CHARACTERS
  for (const [hash, text] of Object.entries(earlier)) {
    if (Object.hasOwn(files, hash)) continue
    left -= text.length
    if (left < 0) return
    files[hash] = text
  }
}

export type Previews = ReturnType<typeof createPreviews>
