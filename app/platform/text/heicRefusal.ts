export const HEIC_REFUSAL =
  'This is a HEIC picture, which can’t be read here. Choose a screenshot, or save it as JPG: on an iPhone, Settings, Camera, Formats, Most Compatible.';
