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

Theorem proof : B_R9.
Proof.
  intro Printed. assert (E : inner (square (true, true)) (vscale 1 ((1, 0) : plane)) = 0).
  { assert (Sym : adjoint V V) by (intros x y; simpl; ring).
    apply (Printed plane _ corners (complete_euclidean 1) corners_enumerated
      ltac:(unfold size; simpl; lra) no_degenerate_plane V Sym Sym (fun _ => vzero)) with (c' := fun _ => 1).
    - exists (fun _ => vzero). intros x y. rewrite inner_zero_l, inner_zero_r. reflexivity.
    - intros [[] []]; simpl; ring.
    - intros [[] []] [[] []]; simpl; lra.
    - simpl. ring.
    - split; [split|].
      + simpl. f_equal; ring.
      + intros i j. apply inner_zero_r.
      + exists 2. split; [lra|]. split; [unfold V; simpl; f_equal; ring|]. exists (-1). split; [lra|]. split; [lra|].
        intros [x y] H. simpl in *. replace x with 0 by lra. lra.
    - intros _. lra. }
  simpl in E. lra.
Qed.
