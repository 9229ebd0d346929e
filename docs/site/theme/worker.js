/* The worker of the search, run in a hidden frame of the page: browsers start no workers for pages that are files. */
window.Worker = window.IFrameWorker = class extends EventTarget {
  constructor(url) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    document.body.append(this.frame);
    const inside = this.frame.contentWindow, script = inside.document.createElement("script");
    inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    script.src = new URL(url, location).href;
    this.begun = new Promise((begin) => (script.onload = begin));
    inside.document.body.append(script);
  }
  postMessage(data) {
    this.begun.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
  }
  terminate() {
    this.frame.remove();
  }
};
