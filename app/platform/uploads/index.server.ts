export {
  fieldOf,
  findAnyUpload,
  findUpload,
  findUploadFor,
  openUpload,
  storeUpload,
  uploadHeaders,
} from './store.server';
