import type { UploadArgs } from '../../generated/actions/upload.ts'
import type { Action } from '../action.ts'
import { failureToBranch, resultToBranch } from '../resultToBranch.ts'
import { mediaType } from '../../core/mediaType.ts'

const IMAGES = ['image/jpeg', 'image/png', 'image/webp']
const MEGABYTE = 1_048_576
const MAX_BYTES = 5 * MEGABYTE

export default {
  async run({ call, field, payload = {}, accept = IMAGES, maxBytes = MAX_BYTES }, context) {
    const file = await context.pickFile(accept)
    if (!file) return {}
    const refused =
      file.size > maxBytes ? 'fileTooLarge' : accepts(accept, await mediaType(file)) ? null : 'wrongFileType'
    if (refused !== null) {
      const params = refused === 'fileTooLarge' ? { megabytes: Math.floor(maxBytes / MEGABYTE) } : {}
      const outcome = failureToBranch({ kind: 'invalid', code: refused, message: '', params }, context)
      context.toast(outcome.value.message, { tone: 'error' })
      return outcome
    }
    return resultToBranch(await context.call(call, { ...payload, [field]: file }), context)
  },
} satisfies Action<UploadArgs>

function accepts(accept: string[], type: string): boolean {
  return accept.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))))
}
