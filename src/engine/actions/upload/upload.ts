import type { UploadArgs } from '../../../generated/actions/upload.ts'
import { LEAST_PICTURE_SIDE, MEGABYTE, PICTURE_TYPES, UPLOAD_BYTES } from '../../language/forms/uploads.ts'
import type { CallFailure } from '../../language/result.ts'
import type { PictureProblem } from '../../state/pictures.ts'
import type { Action, ActionContext } from '../action.ts'
import { failureToBranch, resultToBranch } from '../resultToBranch.ts'

const UNREACHABLE: CallFailure = { kind: 'refused', code: 'unreachable', message: 'Nothing was sent.', params: {} }

/** Loads the code that reads and scales pictures, with the first of them. Null when it cannot be loaded. */
const loadPictures = () => import('../../state/pictures.ts').catch(() => null)

export default {
  async run({ call, field, payload = {}, accept = [...PICTURE_TYPES], maxBytes = UPLOAD_BYTES }, context) {
    const chosen = await context.pickFile(accept)
    if (!chosen) return {}
    const pictures = await loadPictures()
    if (!pictures) return resultToBranch({ ok: false, ...UNREACHABLE }, context)
    const file = await pictures.fitFile(chosen, { accept, maxBytes })
    if ('problem' in file) return refuse(file, context)
    return resultToBranch(await context.call(call, { ...payload, [field]: file }), context)
  },
} satisfies Action<UploadArgs>

function refuse(problem: PictureProblem, context: ActionContext) {
  const params =
    problem.problem === 'fileTooLarge'
      ? { megabytes: Math.max(1, Math.floor(problem.maxBytes / MEGABYTE)) }
      : problem.problem === 'pictureTooSmall'
        ? { pixels: LEAST_PICTURE_SIDE }
        : {}
  // The contract has no code for a picture that the browser cannot decode.
  const isBroken = problem.problem === 'fileBroken'
  const code = isBroken ? 'uploadFailed' : problem.problem
  const { branch, value } = failureToBranch({ kind: 'invalid', code, message: '', params }, context)
  const message = isBroken ? context.text('form.fileBroken') : value.message
  context.toast(message, { tone: 'error' })
  return { branch, value: { ...value, message } }
}
