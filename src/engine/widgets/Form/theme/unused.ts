/**
 * Replaces the library's `omitExtraData` and `toPathSchema`: payload.ts drops what belongs to no field, with the
 * validators that are compiled.
 */
function unused(): never {
  throw new Error('The form drops extra data by payload.ts.')
}
export default unused
export { unused as getFieldNames, unused as getUsedFormData, unused as isValueEmpty }
