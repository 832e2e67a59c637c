"use strict";

// told.js, which lies next to this page, calls these with what happened to the links, and grows.
let cards = new Map();

function of(link) {
    return [...document.querySelectorAll(".card")].find((card) => {
        const element = card.querySelector("a");
        return element.href === link || element.getAttribute("href") === link;
    });
}
function opening(link) { cards.set(of(link), { outcome: "Opening …", kind: "", answer: "None yet." }); }
function ended(link, code, printed) {
    const card = cards.get(of(link));
    card.outcome = printed.trim() || "Ended with " + code + ".";
    card.kind = code === 0 ? "good" : "bad";
}
function answered(link) {
    const scheme = link.split(":")[0];
    const card = [...cards.keys()].find((card) => card && card.dataset.sender === scheme);
    if (card) cards.get(card).answer = link;
}

// Live regions speak whenever they are written, so nothing is written twice.
function put(element, text) {
    if (!element || element.textContent === text) return;
    element.textContent = text;
}

function show() {
    for (const [card, now] of cards) {
        if (!card) continue;
        const outcome = card.querySelector(".outcome");
        outcome.className = "outcome " + now.kind;
        put(outcome, now.outcome);
        put(card.querySelector(".answer"), now.answer);
    }
}

// A page that is a file may run other files, but not read them.
function look() {
    const script = document.createElement("script");
    cards = new Map();
    script.src = "told.js?" + Date.now();
    script.onload = show;
    script.onerror = () => { document.getElementById("problem").hidden = false; };
    script.addEventListener("load", () => setTimeout(look, 700));
    document.head.append(script);
    script.addEventListener("load", () => script.remove());
}

for (const card of document.querySelectorAll(".card")) {
    const result = document.getElementById("result").content.cloneNode(true);
    if (!card.dataset.sender) result.querySelector(".answer").parentElement.remove();
    card.append(result);
}
look();
