(* Lists of unit vectors that expand a space as an orthonormal basis does: a unit vector across some of
   them takes the place of one of the others. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words NullSets.
Open Scope R_scope.

Lemma total_members {I} (T : list I) (f g : I -> R) : (forall i, In i T -> f i = g i) -> total T f = total T g.
Proof.
  induction T as [|i T IH]; intro H; simpl; [reflexivity|].
  rewrite (H i (or_introl eq_refl)), IH; [reflexivity|]. intros j J. apply H. right. exact J.
Qed.

Section Space.
Context {S : inner_product_space}.
Implicit Types (B F : list S) (e x z : S).
(* Parseval's identity, which says as much as the expansion of every vector. *)
Definition resolves B := forall x z, inner x z = total B (fun b => inner b x * inner b z).
Definition of_length_one B := forall b, In b B -> inner b b = 1.
Lemma expansion_resolves B : (forall x, x = vtotal B (fun e => vscale (inner e x) e)) -> resolves B.
Proof.
  intros H x z. rewrite (H x) at 1. rewrite inner_vtotal_l. apply total_ext. intro b. apply inner_scale_l.
Qed.
Lemma resolved_expansion B : resolves B -> forall x, x = vtotal B (fun e => vscale (inner e x) e).
Proof.
  intros H x. apply inner_ext. intro z. rewrite (H x z), inner_vtotal_l. apply total_ext. intro b.
  symmetry. apply inner_scale_l.
Qed.
(* In such a list every vector is across all before it. *)
Lemma resolved_across F b B f : resolves (F ++ b :: B) -> inner b b = 1 -> In f F -> inner f b = 0.
Proof.
  intros Res One I. assert (H := Res b b). rewrite total_append in H. simpl in H. rewrite One in H.
  assert (P : forall T, 0 <= total T (fun c => inner c b * inner c b)) by
    (intro T; apply total_nonneg; intro; apply Rle_0_sqr).
  assert (Q := P B). assert (A := total_at_least F (fun c => inner c b * inner c b) f I
    (fun c => Rle_0_sqr (inner c b))). cbv beta in A.
  apply Rsqr_eq_0. apply Rle_antisym; [unfold Rsqr; lra | apply Rle_0_sqr].
Qed.
(* The reflection that exchanges b and e fixes what is across both. *)
Lemma exchange F B e : resolves (F ++ B) -> of_length_one (F ++ B) -> inner e e = 1 ->
  (forall f, In f F -> inner f e = 0) ->
  exists B', length B = Datatypes.S (length B') /\ resolves ((e :: F) ++ B') /\ of_length_one ((e :: F) ++ B').
Proof.
  intros Res One Ee Across. destruct B as [|b B].
  { exfalso. assert (H := Res e e). rewrite app_nil_r, Ee in H.
    rewrite (total_members F _ (fun _ => 0)), total_zero in H; [lra|]. intros f I. rewrite (Across f I). ring. }
  assert (Bb : inner b b = 1) by (apply One, in_or_app; right; left; reflexivity).
  assert (Orth : forall f, In f F -> inner f b = 0) by (intros f I; exact (resolved_across F b B f Res Bb I)).
  set (h := vsub e b). destruct (Req_EM_T (inner h h) 0) as [Z|N].
  - exists B. split; [reflexivity|]. assert (Eq : e = b).
    { apply inner_definite in Z. rewrite <- (vadd_zero S e), <- (vadd_opposite S b), (vadd_comm S b),
        vadd_assoc. fold (vsub e b). fold h. rewrite Z, vadd_comm. apply vadd_zero. }
    rewrite Eq. split.
    + intros x z. rewrite (Res x z), !total_append. simpl. ring.
    + intros c I. apply One. apply in_app_iff in I. apply in_app_iff. simpl in *. tauto.
  - set (R := fun x : S => vsub x (vscale (2 * inner h x / inner h h) h)).
    assert (Rin : forall x z, inner (R x) z = inner x z - 2 * inner h x / inner h h * inner h z).
    { intros x z. unfold R, vsub. rewrite inner_add_l, !inner_scale_l. ring. }
    assert (Adj : forall x z, inner (R x) z = inner x (R z)).
    { intros x z. rewrite (inner_sym _ x (R z)), !Rin, (inner_sym _ z x). field. exact N. }
    assert (Iso : forall x z, inner (R x) (R z) = inner x z).
    { intros x z. rewrite Rin, (inner_sym _ x (R z)), (inner_sym _ h (R z)), !Rin, (inner_sym _ z x),
        (inner_sym _ z h).
      field. exact N. }
    assert (Hh : inner h h = 2 - 2 * inner b e).
    { unfold h, vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Ee, Bb,
        (inner_sym _ e b). ring. }
    assert (Hb : inner h b = inner b e - 1).
    { unfold h, vsub. rewrite inner_add_l, inner_scale_l, Bb, (inner_sym _ e b). ring. }
    assert (Rb : forall z, inner (R b) z = inner e z).
    { intro z. rewrite Rin, Hb. replace (2 * (inner b e - 1) / inner h h) with (-1) by (rewrite Hh in *; field; lra).
      unfold h, vsub. rewrite inner_add_l, inner_scale_l. ring. }
    assert (Rf : forall f z, In f F -> inner (R f) z = inner f z).
    { intros f z I. rewrite Rin. assert (E : inner h f = 0).
      { unfold h, vsub. rewrite inner_add_l, inner_scale_l, (inner_sym _ e f), (inner_sym _ b f),
          (Across f I), (Orth f I). ring. }
      rewrite E. field. exact N. }
    exists (map R B). split; [simpl; rewrite map_length; reflexivity|]. split.
    + intros x z. rewrite <- (Iso x z), (Res (R x) (R z)). simpl. rewrite !total_append. simpl. rewrite total_map.
      rewrite (total_members F (fun c => inner c (R x) * inner c (R z)) (fun c => inner c x * inner c z)).
      * rewrite <- (Adj b x), <- (Adj b z), !Rb.
        rewrite (total_ext B (fun c => inner c (R x) * inner c (R z)) (fun c => inner (R c) x * inner (R c) z)).
        -- ring.
        -- intro c. rewrite !Adj. reflexivity.
      * intros f I. rewrite <- (Adj f x), <- (Adj f z), !Rf by exact I. reflexivity.
    + intros c I. apply in_app_iff in I. destruct I as [[<-|I]|I]; [exact Ee | apply One, in_or_app; left; exact I|].
      apply in_map_iff in I. destruct I as [d [<- I]]. rewrite Iso. apply One, in_or_app. right. right. exact I.
Qed.
(* No more unit vectors across one another than a basis has. *)
Lemma no_more_than_basis B : resolves B -> of_length_one B -> forall E,
  (forall e, In e E -> inner e e = 1) -> ForallOrdPairs (fun e f => inner e f = 0) E ->
  exists B', (length B = length E + length B')%nat /\ resolves (E ++ B') /\ of_length_one (E ++ B').
Proof.
  intros Res One E. induction E as [|e E IH]; intros Unit Pairs.
  - exists B. auto.
  - destruct IH as [B' [L [Res' One']]].
    + intros f I. apply Unit. right. exact I.
    + inversion Pairs. assumption.
    + destruct (exchange E B' e Res' One' (Unit e (or_introl eq_refl))) as [B'' [L' H]].
      * intros f I. rewrite inner_sym. inversion Pairs as [|? ? Fa _]. rewrite Forall_forall in Fa. apply Fa, I.
      * exists B''. split; [simpl in *; rewrite L, L'; rewrite <- plus_n_Sm; reflexivity | exact H].
Qed.
End Space.
