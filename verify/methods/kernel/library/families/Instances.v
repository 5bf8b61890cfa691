(* A refuted claim at values: numbers, vectors by coordinates, operators by rows, each token by itself. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Curves Derivatives Words Families Complete Worlds Quantities Inferences Numbers Inferring.
Open Scope R_scope.

(* A curve moves as its coordinates do, and operators between finitely many of them are bounded. *)
Lemma vderive_pair (S U : inner_product_space) (y : R -> S) (z : R -> U) t v w : is_vderive y t v -> is_vderive z t w ->
  is_vderive (S := pairs S U) (fun s => (y s, z s)) t (v, w).
Proof.
  intros D E eps P. destruct (D (eps / 2)) as [d Hd]; [lra|]. destruct (E (eps / 2)) as [e He]; [lra|].
  exists (mkposreal (Rmin d e) (Rmin_stable_in_posreal d e)). intros h H. simpl in H.
  specialize (Hd h (Rlt_le_trans _ _ _ H (Rmin_l _ _))). specialize (He h (Rlt_le_trans _ _ _ H (Rmin_r _ _))).
  set (a := vsub (y (t + h)) _) in Hd. set (b := vsub (z (t + h)) _) in He.
  change (@vnorm (pairs S U) (a, b) <= eps * Rabs h).
  assert (Na := vnorm_nonneg a). assert (Nb := vnorm_nonneg b).
  apply Rle_trans with (vnorm a + vnorm b); [|lra]. apply Rsqr_incr_0_var; [|lra]. unfold Rsqr.
  rewrite vnorm_square. change (inner a a + inner b b <= (vnorm a + vnorm b) * (vnorm a + vnorm b)).
  rewrite <- !vnorm_square. assert (0 <= vnorm a * vnorm b) by (apply Rmult_le_pos; assumption). lra.
Qed.
Lemma by_images {S : inner_product_space} (T : list S) (A : S -> S) :
  (forall x, x = vtotal T (fun e => vscale (inner e x) e)) ->
  (forall c x y, A (vadd (vscale c x) y) = vadd (vscale c (A x)) (A y)) ->
  forall x, A x = vtotal T (fun b => vscale (inner b x) (A b)).
Proof.
  intros Frame Linear x.
  assert (Zero : A vzero = vzero).
  { assert (E := Linear (-1) vzero vzero). assert (Z : vscale (-1) (@vzero S) = vzero).
    { rewrite <- (vscale_zero vzero), vscale_vscale, Rmult_0_r. reflexivity. }
    rewrite vadd_zero, Z in E. rewrite E, vadd_comm, vadd_opposite. reflexivity. }
  rewrite (Frame x) at 1. clear Frame. induction T as [|b T IH]; simpl; [exact Zero|].
  rewrite Linear, IH. reflexivity.
Qed.
Lemma bounded_in {S : inner_product_space} n (A : S -> S) : has_dimension S n ->
  (forall c x y, A (vadd (vscale c x) y) = vadd (vscale c (A x)) (A y)) -> bounded_operator A.
Proof.
  intros [T [_ [_ Frame]]] Linear. exists (total T (fun b => vnorm b * vnorm (A b))). split.
  - apply total_nonneg. intro. apply Rmult_le_pos; apply vnorm_nonneg.
  - intro x. rewrite (by_images T A Frame Linear). clear Frame. induction T as [|b T IH]; simpl.
    + rewrite <- (vscale_zero vzero), vnorm_scale, Rabs_R0. lra.
    + eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale.
      assert (C := inner_le_vnorm b x). assert (N := vnorm_nonneg (A b)).
      assert (M := Rmult_le_compat_r _ _ _ N C). lra.
Qed.
Lemma adjoint_in {S : inner_product_space} n (A : S -> S) : has_dimension S n ->
  (forall c x y, A (vadd (vscale c x) y) = vadd (vscale c (A x)) (A y)) -> exists B, adjoint A B.
Proof.
  intros D L. destruct D as [T [D [U Frame]]]. assert (Of := by_images T A Frame L).
  exists (fun y => vtotal T (fun b => vscale (inner (A b) y) b)). intros x y. rewrite Of.
  rewrite inner_vtotal_l, inner_vtotal_r. apply total_ext. intro b.
  rewrite inner_scale_l, inner_scale_r, (inner_sym _ x). ring.
Qed.
(* All of a claim's letters have values here: a token is one of a list, a vector has coordinates. *)
Lemma with_value {A : Type} (a : A) : exists x, x = a. Proof. exists a. reflexivity. Qed.
Lemma counted {A} (T : list A) : size T = total T (fun _ => 1). Proof. reflexivity. Qed.
Ltac have_values := repeat match goal with
  | E : ?x = _ |- _ => is_var x; subst x
  | C : ?P |- _ => lazymatch P with forall _, _ => clear C end
  end; repeat match goal with W := _ |- _ => subst W end.
Ltac each_by_itself := repeat match goal with
  | |- forall _, _ => intro | |- _ /\ _ => split | |- ~ _ => intro
  | i : unit |- _ => destruct i | i : bool |- _ => destruct i | i : option _ |- _ => destruct i | z : vector _ |- _ => destruct z
  end.
Ltac by_coordinates := unfold vnorm, vsub in *; rewrite ?counted in *;
  cbn [total vtotal inner vadd vscale vzero vector pairs real_line euclidean fst snd] in *.
Ltac with_roots := repeat match goal with |- context [sqrt ?e] =>
  lazymatch goal with _ : 0 <= sqrt e |- _ => fail | _ => idtac end;
  pose proof (sqrt_pos e); pose proof (sqrt_sqrt e ltac:(lra)) end.
Ltac in_numbers := cbv beta; rewrite <- ?exp_plus, ?S_INR; simpl INR; simpl pow; repeat match goal with
  | |- context [exp ?e] => let Z := fresh in assert (Z : e = 0) by lra; rewrite Z, exp_0; clear Z
  | |- context [exp ?a] => lazymatch goal with _ : context [exp a] |- _ => fail | _ =>
      match goal with H : context [exp ?b] |- _ => replace a with b by lra end end
  | |- context [sqrt ?e] => first [ replace e with 0 by lra; rewrite sqrt_0 | replace e with 1 by lra; rewrite sqrt_1 ]
  end;
  repeat match goal with |- context [sin ?x] => learn (sin2_cos2 x) end; unfold Rsqr in *;
  unfold Rabs; repeat destruct Rcase_abs;
  first [ lra | field; known_now | known_now | unfold Rdiv in *; solve [ numbers ] | with_roots; nra ].
Ltac written_out := lazymatch goal with |- is_derive ?f ?t ?v => change (is_derive (fun s => f s) t v) end.
Ltac moves_there := first [ eapply derive_eq; [ derive_now | in_numbers ]
  | eapply vderive_eq; [ repeat first [ apply vderive_pair | apply vderive_real; written_out; derive_now ]
    | by_coordinates; equal_there ] ]
with equal_there := repeat apply (f_equal2 pair); in_numbers.
Ltac contradicted_there := exfalso; repeat match goal with E : (_, _) = (_, _) |- _ => injection E; clear E; intros end; lra.
Ltac linear_there lemma := eapply lemma; [ apply dimension_euclidean | each_by_itself; by_coordinates; equal_there ].
(* What a premise says that there is has the value that its author gives to that name. *)
Ltac at_names := repeat first [ progress intros
  | lazymatch goal with |- _ /\ _ => split | |- exists y : _, _ => exists y end ].
Ltac holds_there := at_names; have_values; lazymatch goal with
  | |- complete _ => exact (complete_euclidean _)
  | |- enumerates _ => split; [ discriminate | split;
      [ repeat constructor; simpl; intuition discriminate | each_by_itself; simpl; tauto ] ]
  | |- has_dimension (euclidean ?n) ?d =>
      replace d with (INR (Datatypes.S n)) by (rewrite ?counted; simpl; lra); apply dimension_euclidean
  | |- exists _, has_dimension _ _ /\ _ => eexists; split; [ apply dimension_euclidean | simpl; lra ]
  | |- ForallOrdPairs _ _ => repeat constructor
  | |- bounded_operator _ => linear_there @bounded_in | |- exists B, adjoint _ B => linear_there @adjoint_in
  | _ => at_first; unfold step_says, ordered, adjoint, kronecker, indicator in *; cbv beta in *;
    each_by_itself; cbv beta iota; first [ assumption | reflexivity | congruence | lia | moves_there
    | solve [ steps_now; by_coordinates; first [ in_numbers | equal_there | left; in_numbers | right; in_numbers
      | contradicted_there | nra ] ] ]
  end.
(* The claim at these values; what it says of every token is tried of each. *)
Ltac of_each A use := let B := eval cbv delta in A in lazymatch B with
  | unit => use tt | bool => first [ use true | use false ]
  | option ?C => first [ use (@None C) | of_each C ltac:(fun c => use (@Some C c)) ] end.
Ltac at_values D so := lazymatch type of D with
  | forall y : ?A, _ => first [ so (D y) | of_each A ltac:(fun a => so (D a)) ]
  | @eq (vector _) _ _ => let E := fresh in pose proof D as E; have_values; by_coordinates;
      first [ so (f_equal fst E) | so (f_equal snd E) ]
  | tends ?u ?l => match goal with s : R |- _ => fails_by at_any holds_there (D (Rabs (u s - l))) end
  | layers_tend ?u ?l => match goal with k : nat |- _ => fails_by at_any holds_there (D (Rabs (u k - l))) end
  | _ => first [ progress unfold vtends, layers_vtend in D; at_values D so
    | progress unfold limsup_at_most, layers_limsup_at_most, nondecreasing, layers_nondecrease in D;
      fails_by at_any holds_there D ]
  end.
Ltac fails_at_values C := fails_by at_values holds_there C.
