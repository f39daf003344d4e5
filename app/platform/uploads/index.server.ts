export {
  fieldOf,
  findUpload,
  findUploadFor,
  openUpload,
  storeUpload,
  uploadHeaders,
} from './store.server';
