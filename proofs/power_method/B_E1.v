(* B-E1: row sums, lengths, and the layer matrix that heads which attend alike, or tokens that agree, see. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn RowHeads OrthonormalBasis.
From Claimed Require Import B_E1.
Open Scope R_scope.

Theorem proof : B_E1.
Proof.
  intros S Token tokens Head heads Mode modes f x g r w same _ T _ _ _ Unit _.
  set (y := fun i => vadd (x i) (row_pull tokens heads modes f g r w x i)).
  split; [|split; [|split; [|split]]].
  - intros a i. exact (row_weight_total tokens modes f g x a i T).
  - intros i Some. change (vnorm (y i) <> 0) in Some. split; [exact Some|].
    change (inner (vscale (/ vnorm (y i)) (y i)) (vscale (/ vnorm (y i)) (y i)) = 1).
    rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. exact Some.
  - intros A Alike i. change (y i = vadd (x i) (row_matrix heads modes r w (vtotal tokens (fun j => vscale (A i j) (x j))))).
    unfold y, row_pull, row_matrix. do 2 f_equal. apply functional_extensionality. intro a. f_equal. f_equal.
    apply functional_extensionality. intro j. f_equal. exact (Alike a i j).
  - intros z Same i. change (y i = vadd z (row_matrix heads modes r w z)).
    unfold y. rewrite (row_pull_on_equal tokens heads modes f g r w x z i T Same), Same. reflexivity.
  - intros e _ t [Span Parts] W [W_T AW] V _ z.
    rewrite <- (adjoint_vtotal W W_T AW). f_equal.
    transitivity (vtotal modes (fun k => vscale (inner (e k) (V z)) (e k))); [|symmetry; apply Span].
    apply inner_ext. intro v. rewrite !inner_vtotal_l.
    rewrite (total_ext heads _ (fun a => total modes (fun k => inner (e k) (V z) * inner (t a k) v))).
    2: { intro a. rewrite inner_vtotal_l. apply total_ext. intro k. apply inner_scale_l. }
    rewrite total_swap. apply total_ext. intro k. rewrite total_scale, inner_scale_l. f_equal.
    rewrite <- (Parts k). symmetry. apply inner_vtotal_l.
Qed.
