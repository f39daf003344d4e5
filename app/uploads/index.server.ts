export { recordsOfSameContent } from './same.server';
export {
  fieldOf,
  findUpload,
  findUploadFor,
  isOwnUpload,
  isPicture,
  openUpload,
  storeUpload,
  textOfUpload,
  uploadHeaders,
  uploadNamed,
} from './store.server';
export { forgetUnusedUploads, type UploadUses } from './unused.server';
