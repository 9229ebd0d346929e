// The page of an exported film; the page's file contains the film.
import { unpack } from "./scene/film";
import { Player } from "./scene/player";

const player = new Player();
(window as unknown as { tauwerk: Player }).tauwerk = player;
const packed = document.getElementById("film");
if (packed?.textContent)
  void unpack(packed.textContent).then((buffer) => {
    player.film.takeAll(buffer);
    packed.remove();
    player.refresh(true);
    document.body.dataset.ready = "yes";
  });
