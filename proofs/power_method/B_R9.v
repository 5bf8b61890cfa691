(* B-R9: at the square of e_1, -e_1, e_2, -e_2 a perturbation along e_1 is not tangent at e_1. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Complete Planes Worlds.
From Claimed Require Import B_R9.
Open Scope R_scope.
Import ListNotations.

Definition corners := [(true, true); (true, false); (false, true); (false, false)].
Lemma corners_enumerated : enumerates corners.
Proof.
  split; [discriminate|]. split.
  - repeat constructor; simpl; intuition discriminate.
  - intros [[] []]; simpl; auto.
Qed.
Definition square (i : bool * bool) : plane := match i with
  | (true, true) => (1, 0) | (true, false) => (-1, 0) | (false, true) => (0, 1) | (false, false) => (0, -1) end.
Definition V (x : plane) : plane := (2 * fst x, -1 * snd x).

Theorem square_is_moved_off : B_R9__instance.
Proof.
  assert (Sym : adjoint V V) by (intros x y; simpl; ring).
  assert (Four : size corners = 4) by (unfold size, corners; simpl; lra).
  assert (Twice : V ((1, 0) : plane) = vscale 2 ((1, 0) : plane)) by (unfold V; simpl; f_equal; ring).
  exists plane, (bool * bool)%type, corners. split; [exact (complete_euclidean 1)|]. split; [exact corners_enumerated|].
  split; [lra|]. split; [exact no_degenerate_plane|]. exists V. split; [exact Sym|]. split; [exact Sym|].
  exists (fun _ => vzero). split.
  { exists (fun _ => vzero). intros x y. rewrite inner_zero_l, inner_zero_r. reflexivity. }
  exists square. split; [intros [[] []]; simpl; ring|]. split; [intros [[] []] [[] []]; simpl; lra|].
  exists ((1, 0) : plane). split; [simpl; ring|]. split; [exact Four|].
  split; [split; [simpl; f_equal; ring | intros i j; apply inner_zero_r]|].
  split.
  { exists 2. split; [lra|]. split; [exact Twice|]. exists (-1). split; [lra|]. split; [lra|].
    intros [x y] H. simpl in *. replace x with 0 by lra. lra. }
  split; [exact Twice|]. exists (fun _ => 1). split; [intro; lra|]. exists (true, true). simpl. lra.
Qed.
