export {
  fieldOf,
  findUpload,
  findUploadFor,
  isOwnUpload,
  openUpload,
  storeUpload,
  uploadHeaders,
} from './store.server';
