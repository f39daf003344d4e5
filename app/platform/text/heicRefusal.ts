/** What is said of a picture in the format of iPhones, which other browsers can't show: by the server, and by a form before it is sent. */
export const HEIC_REFUSAL =
  'This is a HEIC picture, which can’t be read here. Choose a screenshot, or save it as JPG: on an iPhone, Settings, Camera, Formats, Most Compatible.';
