export { type Accepted, acceptDocument, acceptImage } from './accept.server';
export {
  findAnyUpload,
  findUpload,
  openUpload,
  type Purpose,
  storeUpload,
  type Upload,
  uploadHeaders,
} from './store.server';
