export {
  fieldOf,
  findUpload,
  findUploadFor,
  isOwnUpload,
  openUpload,
  storeUpload,
  uploadHeaders,
} from './store.server';
export { forgetUnusedUploads, type UploadUses } from './unused.server';
